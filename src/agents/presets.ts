/* Written by npm run presets: seance calibrate mysterium --games 2000 --seed 1 */

/** Blur at which a helpful ghost and a literal psychic tell the right card from a wrong one as often as people do. */
export const presets = {
  usual: 'strangers',
  deck: '847f893d43c488a1ac83babb43dfbebcb3378d2d0831dc00890983546110483c',
  encoder: 'bundled-v3-fc904653b196-73c9e0322665-178a62bd61a2',
  named: {
    // Geometric mean of Dixit with 3, 4 and 5 options; the interval holds those of all three.
    // Odds 2.59; ours 2.58 (2.53 to 2.64).
    // Blur 1.47 to 1.52, from the error of our games.
    strangers: { blur: 1.5, psychicBlur: 1.5 },
    // Geometric mean of the two others, which end its interval: an interpolation, not a measurement.
    // Odds 8.82; ours 8.87 (8.68 to 9.05).
    // Blur 0.64 to 0.66, from the error of our games.
    family: { blur: 0.65, psychicBlur: 0.65 },
    // Tangrams at the first try, since a card is seldom met twice; the interval reaches to the sixth.
    // Odds 30.04; ours 30.01 (29.09 to 30.95).
    // Blur 0.26 to 0.28, from the error of our games.
    partners: { blur: 0.27, psychicBlur: 0.27 },
  },
} as const;
