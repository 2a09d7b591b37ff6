/** What moves the cursor, changes colours, or turns the direction of what stands around it. */
const UNSEEN = /[\p{Cc}\p{Bidi_Control}]/gu;

/** Text as a message can hold it, whoever wrote it: in one line, and unseen characters spelled as in JSON. */
export const oneLine = (text: string): string =>
  text
    .trim()
    .replaceAll(/\s*[\n\r\u2028\u2029]\s*/g, ' ')
    .replaceAll('\t', ' ')
    .replaceAll(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
