import { mysteriumAgents } from '../../src/agents/catalog.ts';
import type { Agent, RoleOf, ViewOf } from '../../src/engine/kernel/agent.ts';
import type { AgentEntry } from '../../src/engine/kernel/spec.ts';
import type { Knowledge } from '../../src/engine/kernel/knowledge.ts';
import type { Given } from '../../src/engine/kernel/params.ts';
import type { Mysterium } from '../../src/engine/mysterium/shape.ts';
import { game } from './table.ts';

/** An agent of the catalogue for each role. */
export type Names = { readonly [Role in RoleOf<Mysterium>]: string };

/** The agents of a role that keep to the rules of talk: all but the ceiling's, who speak in a code. */
export const fairAgents = (role: RoleOf<Mysterium>): readonly string[] =>
  mysteriumAgents[role].map(({ id }) => id).filter((id) => id !== game.casts.ceiling[role]);

/** Pairs in which every agent of the catalogue sits at least once; those who speak in a code sit together. */
export const everyAgent: readonly Names[] = [
  ...fairAgents('ghost').map((ghost, i) => ({ ghost, psychic: fairAgents('psychic')[i] ?? fairAgents('psychic')[0] })),
  ...fairAgents('psychic')
    .slice(fairAgents('ghost').length)
    .map((psychic) => ({ ghost: fairAgents('ghost')[0], psychic })),
  { ghost: game.casts.ceiling['ghost'], psychic: game.casts.ceiling['psychic'] },
];

/** A fresh agent of the catalogue, as any other of its kind. */
export function agentFor<Role extends RoleOf<Mysterium>>(
  role: Role,
  names: Names,
  knowledge: Knowledge,
  params: Given = {},
): Agent<ViewOf<Mysterium, Role>> {
  const offered: readonly AgentEntry<Mysterium, Role>[] = mysteriumAgents[role];
  const entry = offered.find(({ id }) => id === names[role]);
  if (!entry) throw new Error(`no ${role} named ${names[role]}`);
  return entry.create(params, knowledge);
}
