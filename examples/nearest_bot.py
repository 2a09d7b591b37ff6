"""Plays Mysterium by the nearest fit: seance simulate mysterium --psychic 'exec:python3 examples/nearest_bot.py'"""
import json
import sys

def value(move, see, every, width, most, seat, now, own):
    card = lambda row, column: row * every + now["card"][row * width + column]
    suspect = lambda case, row: row * every + now["caseCard"][case * 3 + row]
    fit = lambda case: sum(max(see[v][suspect(case, row)] for row in range(3)) for v in now["revealed"] if v >= 0)
    if "guess" in move or "say" in move:  # the card that the visions before a psychic suggest most
        q, chosen = move.get("about", seat - 1), move.get("guess", move.get("say"))
        tried = [card(now["stage"][q], c) for c in range(width) if now["wrong"][q] >> c & 1]
        visions = now["given"][q * most + now["stageStart"][q] : q * most + now["givenCount"][q]]
        return -99 if chosen is None or chosen in tried else sum(see[v][chosen] for v in visions)
    if "deliver" in move:  # the vision that tells the psychic's card best from the others of its row
        row = now["stage"][move["to"]]
        mine = own["target"][move["to"] * 3 + row]
        rivals = [card(row, c) for c in range(width) if c != mine and not now["gone"][row] >> c & 1]
        return min(see[v][card(row, mine)] - max(see[v][c] for c in rivals) for v in move["deliver"])
    if "culprit" in move:
        return sum(see[v][suspect(move["culprit"], row)] for row, v in enumerate(move["visions"]))
    if "vote" in move:
        return fit(move["vote"])
    if "belief" in move or "beliefs" in move:  # levels behind the best case, stated one by one or all at once
        stated = enumerate(move["beliefs"]) if "beliefs" in move else [(move["case"], move["belief"])]
        return -sum(level * fit(case) for case, level in stated)
    return -99 if "redraw" in move else -len(str(move))  # no crows, and no tokens

PARTS = "seat", "open", "own"
for told in map(json.loads, sys.stdin):
    if told["type"] == "hello":
        config = told["config"]
        table = told["affinity"], config["cardsPerRow"], config["width"], config["rounds"] * config["hand"]
        print(json.dumps({"type": "ready", "id": told["id"], "name": "nearest", "deterministic": True}), flush=True)
    if told["type"] == "choose":
        best = max(told["legal"], key=lambda move: value(move, *table, *(told["view"][part] for part in PARTS)))
        print(json.dumps({"type": "move", "id": told["id"], "move": best}), flush=True)
