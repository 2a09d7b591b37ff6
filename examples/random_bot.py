"""Plays any role of any game at random: seance play mysterium --psychic 'exec:python3 examples/random_bot.py'"""
import json
import random
import sys

dice = random.Random()
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        answer = {"type": "ready", "id": told["id"], "name": "random", "deterministic": True}
    elif told["type"] == "reset":
        dice.seed(told["seed"])
        continue
    elif told["type"] == "choose":
        answer = {"type": "move", "id": told["id"], "choose": dice.randrange(len(told["legal"]))}
    else:
        continue
    print(json.dumps(answer), flush=True)
