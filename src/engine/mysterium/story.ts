import { bitsOf } from '../kernel/cards.ts';
import type { Narrator } from '../kernel/spec.ts';
import type { CardTitles } from '../kernel/knowledge.ts';
import { PASS, viewOf } from '../kernel/rules.ts';
import type { State } from '../kernel/rules.ts';
import { notation } from './moves.ts';
import { colour, list, quoted } from './phrases.ts';
import { ghostOf } from './seats.ts';
import { NONE, ROWS, ROW_NAMES, columnOf, psychicOf } from './shape.ts';
import type { Move, Mysterium } from './shape.ts';

const NUMERALS = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII'] as const;

/** Tells a game to somebody who may know everything: it reads the whole state, and is never shown to a seat. */
export function narrator(state: State<Mysterium>, titles: CardTitles): Narrator {
  const { open } = state;
  const { config } = open;
  const vision = (v: number): string => titles.visions[v];
  const cardOf = (row: number, card: number): string => titles.cards[columnOf(config, row, card)];
  const inColumn = (row: number, col: number): string => cardOf(row, open.card[row * config.width + col]);
  const target = (p: number): string => inColumn(open.stage[p], ghostOf(state).target[p * ROWS + open.stage[p]]);
  const caseCards = (i: number): string => list([0, 1, 2].map((row) => cardOf(row, open.caseCard[i * ROWS + row])));
  let round = 0;
  let told = 0;
  let guesses = false;
  let pointed = false;
  let revealed = 0;

  function spoken(move: Move, seat: number): string {
    const who = colour(psychicOf(seat));
    if ('deliver' in move) {
      const row = ROW_NAMES[open.stage[move.to]];
      const what = move.deliver.length === 0 ? 'nothing' : quoted(move.deliver.map(vision));
      return `The ghost gives ${colour(move.to)} ${what} for the ${row} (${target(move.to)}).`;
    }
    if ('redraw' in move) return `The ghost throws ${quoted(move.redraw.map(vision))} to a crow.`;
    if ('keep' in move) return '';
    if ('guess' in move) return `${who} points at ${move.guess === null ? 'nothing' : titles.cards[move.guess]}`;
    if ('about' in move) return `${who} ${move.say === null ? 'is silent' : `says ${titles.cards[move.say]}`}`;
    if ('checks' in move) {
      const laid = [
        ...move.checks.map((q) => `a check on ${colour(q)}`),
        ...move.crosses.map((q) => `a cross on ${colour(q)}`),
      ];
      return laid.length === 0 ? '' : `${who} lays ${list(laid)}`;
    }
    if ('culprit' in move) {
      const [character, location, object] = move.visions.map(vision);
      return `The ghost points at case ${move.culprit + 1}: “${character}” for its character, “${location}” for its location, “${object}” for its object.`;
    }
    if ('vote' in move) return `${who} votes for case ${move.vote + 1}`;
    const held = (level: number, i: number): string => `case ${i + 1} at ${level === 0 ? level : `−${level}`}`;
    return `${who} holds ${'belief' in move ? held(move.belief, move.case) : list(move.beliefs.map(held))}`;
  }

  function chosen(joint: Int32Array): string[] {
    const lines: string[] = [];
    if (open.round !== round) {
      round = open.round;
      lines.push('', `Round ${NUMERALS[round - 1]}`);
    }
    const said = [...joint].flatMap((action, seat) => {
      if (action === PASS) return [];
      const text = spoken(notation.toMove(viewOf(state, seat), action), seat);
      return text === '' ? [] : [text];
    });
    guesses ||= open.phase === 'guess';
    if (joint[0] !== PASS) lines.push(...said);
    else if (open.phase === 'talk' && said.every((words) => words.endsWith('is silent'))) return lines;
    else if (open.phase === 'talk')
      lines.push(`On ${colour(open.topic)}’s ${ROW_NAMES[open.stage[open.topic]]}: ${said.join(', ')}.`);
    else if (said.length > 0) lines.push(`${said.join('; ')}.`);
    return lines;
  }

  /** What the ghost answered, once it has. */
  function answers(): string[] {
    const first = (round - 1) * config.psychics;
    const right: string[] = [];
    const wrong: string[] = [];
    for (let p = 0; p < config.psychics; p++) {
      const at = first + p;
      if (open.guessedRow[at] === NONE) continue;
      const done = open.guessedRight[at] && open.guessedRow[at] === ROWS - 1;
      (open.guessedRight[at] ? right : wrong).push(done ? `${colour(p)} (finished)` : colour(p));
    }
    return [
      `Right: ${right.length === 0 ? 'nobody' : list(right)}. Wrong: ${wrong.length === 0 ? 'nobody' : list(wrong)}.`,
    ];
  }

  function outcome(): string[] {
    const lines: string[] = [];
    if (guesses && open.phase !== 'guess' && open.phase !== 'predict') {
      guesses = false;
      lines.push(...answers());
      if (config.tokens > 0) lines.push(`Levels: ${list([...open.level].map((level, p) => `${colour(p)} ${level}`))}.`);
    }
    if (!pointed && open.phase === 'point') {
      pointed = true;
      lines.push('', 'The finale');
      for (let i = 0; i < open.cases; i++) {
        const p = open.casePsychic[i];
        lines.push(`Case ${i + 1} (${p === NONE ? 'a decoy' : colour(p)}): ${caseCards(i)}.`);
      }
    }
    for (; revealed < open.revealedCount; revealed++)
      lines.push(`Vision ${revealed + 1} is turned up: “${vision(open.revealed[revealed])}”.`);
    if (open.phase === 'over' && told++ === 0) lines.push(...ending());
    return lines;
  }

  function ending(): string[] {
    if (open.outcome === 'deadline')
      return [
        '',
        `The seventh hour is over and ${list(bitsOf(open.unfinished).map(colour))} did not finish: all lose.`,
      ];
    const verdict = open.outcome === 'voteCorrect' ? 'all win' : `it was case ${open.culprit + 1}, all lose`;
    return [`The psychics name case ${open.answer + 1}: ${verdict}.`];
  }

  return {
    opening() {
      const { target: targets } = ghostOf(state);
      const seekers = bitsOf((1 << config.psychics) - 1).map(colour);
      const rows = ROW_NAMES.map((name, row) => {
        const cards = Array.from({ length: config.width }, (_, col) => inColumn(row, col));
        return `${name[0].toUpperCase()}${name.slice(1)}s on the table: ${list(cards)}.`;
      });
      const secrets = seekers.map(
        (who, p) => `${who} seeks ${list([0, 1, 2].map((row) => inColumn(row, targets[p * ROWS + row])))}.`,
      );
      const shared =
        config.persons < config.psychics
          ? `, held by ${config.persons === 1 ? 'one person' : `${config.persons} people`}`
          : '';
      return [`A ghost and ${config.psychics} psychics${shared}: ${list(seekers)}.`, ...rows, ...secrets];
    },
    chosen,
    outcome,
  };
}
