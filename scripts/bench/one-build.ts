import { measureBuild } from './speed.ts';

/* node --import tsx scripts/bench/one-build.ts FOLDER [GAMES]: times a built checkout, and prints one line of JSON for each line-up. */

const [root = '.', most] = process.argv.slice(2);
const { lineups } = await measureBuild(root, 1, most === undefined ? Infinity : Number(most));
for (const line of lineups) console.log(JSON.stringify(line));
