// Compiled, never run: each line under @ts-expect-error must stay an error.
import type { ActionList, Agent, ViewOf } from '../src/engine/kernel/agent.ts';
import { oneOf, resolve, whole } from '../src/engine/kernel/params.ts';
import { sit } from '../src/engine/kernel/play.ts';
import type { Rng } from '../src/engine/kernel/rng.ts';
import { viewOf } from '../src/engine/kernel/rules.ts';
import type { State } from '../src/engine/kernel/rules.ts';
import { mysterium } from '../src/engine/mysterium/rules.ts';
import type { Mysterium } from '../src/engine/mysterium/shape.ts';

declare const state: State<Mysterium>;
declare const ghostView: ViewOf<Mysterium, 'ghost'>;
declare const psychicView: ViewOf<Mysterium, 'psychic'>;
declare const ghost: Agent<ViewOf<Mysterium, 'ghost'>>;
declare const psychic: Agent<ViewOf<Mysterium, 'psychic'>>;
declare const anyone: Agent<unknown>;

// Chairs and roles.
sit(mysterium, state, 0, 'ghost', ghost);
sit(mysterium, state, 1, 'psychic', psychic);
sit(mysterium, state, 1, 'psychic', anyone);
// @ts-expect-error a ghost does not sit on a psychic's chair
sit(mysterium, state, 1, 'psychic', ghost);
// @ts-expect-error nor a psychic on the ghost's
sit(mysterium, state, 0, 'ghost', psychic);
// @ts-expect-error there is no such role
sit(mysterium, state, 1, 'maestro', anyone);
// @ts-expect-error an agent that wants to see the targets is no psychic, however it is written
const disguised: Agent<typeof psychicView> = { choose: (view: typeof ghostView) => view.own.target[0] };
void disguised;
// @ts-expect-error an agent is not handed the state
const seer: Agent<ViewOf<Mysterium, 'psychic'>> = { choose: (world: State<Mysterium>) => world.own.length };
void seer;

// What a psychic does not know.
// @ts-expect-error the targets
void psychicView.own.target;
// @ts-expect-error the ghost's hand
void psychicView.own.hand;
// @ts-expect-error the culprit, before the table knows it
void psychicView.own.culprit;
// @ts-expect-error another seat's part
void psychicView.own[0];
// @ts-expect-error what nobody sees
void psychicView.hidden;
// @ts-expect-error nor does the ghost
void ghostView.hidden;
// @ts-expect-error a view is of some role, and only what all roles know can be read without asking which
void viewOf(state, 1).own.vote;
void viewOf(state, 1).own.role;

// A view is to look at.
// @ts-expect-error its numbers stay
ghostView.open.round = 3;
// @ts-expect-error its own part too
psychicView.own.vote = 2;
// @ts-expect-error its vectors cannot be written
ghostView.own.hand[0] = 3;
// @ts-expect-error nor filled
ghostView.open.level.fill(12);
// @ts-expect-error nor set
ghostView.open.level.set([1]);
// @ts-expect-error and their buffers, which other views might share, are out of reach
void ghostView.own.hand.buffer;
// @ts-expect-error the config was fixed before the deal
ghostView.open.config.width = 4;

// Seats, dice and lists.
declare const legal: ActionList;
declare const rng: Rng;
// @ts-expect-error nobody looks into the list's own array
void legal.items;
// @ts-expect-error dice cannot be thrown back to a seed
rng.reseed(1, 0);

// Parameters.
// @ts-expect-error the default is one of the options
oneOf(['easy', 'hard'], 'medium', 'how hard it is');
const values = resolve({ players: whole(2, 7, 4, 'people') }, {});
void values.players.toFixed();
// @ts-expect-error only what the table names is there
void values.people;
// @ts-expect-error and a number is no word
void values.players.length;
