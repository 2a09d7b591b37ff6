import type { Action, Seat, Shape, ViewOf } from './agent.ts';
import type {
  Explanation,
  Moment,
  Option,
  Phrase,
  Phrases,
  Pull,
  Thought,
  ToldOption,
  ToldPull,
} from './explanation.ts';
import type { CardTitles } from './knowledge.ts';
import { ParamError } from './params.ts';
import type { Params } from './params.ts';
import { PASS, viewOf } from './rules.ts';
import type { Chair, State } from './rules.ts';
import type { GameSpec } from './spec.ts';
import { storyteller } from './storyteller.ts';

/** Tells a game as it is played, with what everybody in it thought. Each chair is asked why just before it chooses. */
export function reasonTeller<T extends Shape, P extends Params>(
  { narrator, phrases: phrasesFor }: Pick<GameSpec<T, P>, 'narrator' | 'phrases'>,
  titles: CardTitles,
) {
  const moments: Moment[] = [];
  const phrases = phrasesFor(titles);
  const { story, hears: tell } = storyteller(narrator, titles);
  const why = new Map<Seat, Explanation | undefined>();
  let move = 0;

  const thoughtOf = (state: State<T>, seat: Seat, action: Action): Thought => {
    const view = viewOf(state, seat) as ViewOf<T>; // of all roles: the same type, which the compiler cannot see
    const explanation = why.get(seat);
    return {
      seat,
      role: view.own.role,
      name: phrases.name(seat),
      chosen: { action, ...phrases.option(view, action) },
      why: explanation && {
        ...explanation,
        options: explanation.options.map((option) => ({
          ...toldOption(phrases, option, phrases.option(view, option.action)),
          chosen: phrases.includes(view, action, option.action),
        })),
      },
    };
  };

  return {
    moments,
    hears(moment: 'dealt' | 'chosen' | 'applied', state: State<T>, joint: Int32Array): void {
      tell(moment, state, joint);
      const lines = story.splice(0);
      if (moment !== 'chosen') {
        if (lines.length > 0) moments.push({ move: 0, lines, thoughts: [] });
        return;
      }
      const thoughts = [...joint].flatMap((action, seat) => (action === PASS ? [] : [thoughtOf(state, seat, action)]));
      moments.push({ move: ++move, lines, thoughts });
    },
    /** The chairs, each asked why before it chooses. With `given`, the actions of a record, these are played whatever it would choose. */
    asked(chairs: readonly Chair[], given?: readonly Action[]): readonly Chair[] {
      const next = given?.[Symbol.iterator]();
      return chairs.map((chair, seat) => ({
        ...chair,
        choose() {
          why.set(seat, chair.explain());
          if (!next) return chair.choose();
          const { done, value } = next.next();
          if (done) throw new ParamError('the record stops before the game is over');
          return value;
        },
      }));
    },
  };
}

function toldOption<T extends Shape>(
  phrases: Phrases<T>,
  { action, value, pulls, aim, rival }: Option,
  phrase: Phrase,
): Omit<ToldOption, 'chosen'> {
  return {
    action,
    ...phrase,
    value,
    pulls: pulls.map(({ cause, weight }: Pull): ToldPull => {
      const told = typeof cause === 'string' ? { words: cause, shows: [] } : phrases.thing(cause);
      return { ...told, weight };
    }),
    ...(aim && { aim: phrases.thing(aim) }),
    ...(rival && { rival: phrases.thing(rival) }),
  };
}
