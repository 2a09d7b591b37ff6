/* Written by npm run presets: seance calibrate mysterium --games 2000 --seed 1 */

/** Blur at which a helpful ghost and a literal psychic tell the right card from a wrong one as often as people do. */
export const presets = {
  usual: 'strangers',
  deck: '847f893d43c488a1ac83babb43dfbebcb3378d2d0831dc00890983546110483c',
  encoder: 'bundled-v2-c47455f1e9fb-fbee0c4908c0-178a62bd61a2',
  named: {
    // Geometric mean of Dixit with 3, 4 and 5 options; the interval holds those of all three.
    // Odds 2.59; ours 2.57 (2.52 to 2.63).
    // Blur 1.40 to 1.45, from the error of our games.
    strangers: { blur: 1.43 },
    // Geometric mean of the two others, which end its interval: an interpolation, not a measurement.
    // Odds 8.82; ours 8.74 (8.56 to 8.93).
    // Blur 0.61 to 0.63, from the error of our games.
    family: { blur: 0.62 },
    // Tangrams at the first try, since a card is seldom met twice; the interval reaches to the sixth.
    // Odds 30.04; ours 30.00 (29.09 to 30.95).
    // Blur 0.23 to 0.25, from the error of our games.
    partners: { blur: 0.24 },
  },
} as const;
