/* Names of the parameters by which agents say how they see, and by what they judge clues: whoever asks after them does not ask which game it is. */

/** The parameter by which an agent says what it looks with. */
export const EYES = 'eyes';

/** The parameter by which it says how far its associations are from those of others. */
export const BLUR = 'blur';

/** The parameter by which it says how much of that is alike for the whole table. */
export const KINSHIP = 'kinship';

/** The parameter by which it says how much of that others can learn, and the one by which it learns it of them. */
export const TASTE = 'taste';
export const ADAPT = 'adapt';

/** The parameter by which it names what it learned of clues (see `ClueModel`). */
export const CLUE_MODEL = 'model';
