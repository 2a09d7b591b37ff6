/* Names of the parameters by which agents say how they see: whoever asks after them does not ask which game it is. */

/** The parameter by which an agent says what it looks with. */
export const EYES = 'eyes';

/** The parameter by which it says how far its associations are from those of others. */
export const BLUR = 'blur';

/** The parameter by which it says how much of that others can learn, and the one by which it learns it of them. */
export const TASTE = 'taste';
export const ADAPT = 'adapt';
