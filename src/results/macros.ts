import { Z } from '../sim/stats.ts';

const SQUARE = `(${Z} * ${Z})`;
const CENTRE = `((hits / n + ${SQUARE} / (2::double * n)) / (1 + ${SQUARE} / n))`;
const HALF = `((${Z} / (1 + ${SQUARE} / n)) * sqrt((hits / n * (1 - hits / n)) / n + ${SQUARE} / (4::double * n * n)))`;

/** Functions that questions may use: the ends of Wilson's 95 % interval of a rate, as `wilson` has them; NULL where nothing was counted. */
export const MACROS = [
  `create macro wilson_low(hits, n) as case when n = 0 then null when hits = 0 then 0.0::double else ${CENTRE} - ${HALF} end`,
  `create macro wilson_high(hits, n) as case when n = 0 then null when hits = n then 1.0::double else ${CENTRE} + ${HALF} end`,
];
