import type { Action, Agent, ViewOf } from '../../engine/kernel/agent.ts';
import type { Explanation } from '../../engine/kernel/explanation.ts';
import { BELIEFS, stateBelief } from '../../engine/mysterium/actions.ts';
import { NONE, mostGiven, psychicOf } from '../../engine/mysterium/shape.ts';
import type { Mysterium } from '../../engine/mysterium/shape.ts';
import { candidates } from './candidates.ts';
import { caseFor, signOf, columnFor } from './convention.ts';
import { byRule, settled } from './reasons.ts';

type Open = ViewOf<Mysterium, 'psychic'>['open'];

/** The ceiling's other half: reads the code of `ConventionGhost` and trusts everybody to read it too. */
export class ConventionPsychic implements Agent<ViewOf<Mysterium, 'psychic'>> {
  readonly choose = ({ open, seat }: ViewOf<Mysterium, 'psychic'>): Action => {
    const p = psychicOf(seat);
    switch (open.phase) {
      case 'guess':
        return this.read(open, p);
      case 'predict':
        return this.predict(open, p);
      case 'vote':
        return this.vote(open);
      default:
        return open.config.width;
    }
  };

  readonly explain = (view: ViewOf<Mysterium, 'psychic'>): Explanation =>
    byRule(
      [settled(this.choose(view))],
      [
        view.open.phase === 'talk'
          ? 'The code needs no talk'
          : 'It reads a code agreed beforehand, whatever the pictures show',
      ],
    );

  private read(open: Open, p: number): number {
    const shelf = p * mostGiven(open.config);
    let code = 0;
    for (let k = open.stageStart[p]; k < open.givenCount[p]; k++) {
      if (open.givenRound[shelf + k] === open.round) code += signOf(open.given[shelf + k]);
    }
    return columnFor(code, candidates(open, p));
  }

  private predict(open: Open, p: number): Action {
    let action = 0;
    let checks = open.checks[p];
    for (let q = 0; q < open.config.psychics && checks > 0; q++) {
      if (q === p || open.guess[q] === NONE) continue;
      action += 1 << q;
      checks--;
    }
    return action;
  }

  private vote(open: Open): Action {
    let code = 0;
    for (let k = 0; k < open.revealedCount; k++) code += signOf(open.revealed[k]);
    const named = caseFor(code, open.cases);
    if (open.config.finaleVote === 'secret') return named;
    if (open.config.finaleVote === 'caseByCase') return open.topic === named ? 0 : BELIEFS - 1;
    let vote = 0;
    for (let i = 0; i < open.cases; i++) vote = stateBelief(vote, i, i === named ? 0 : BELIEFS - 1);
    return vote;
  }
}
