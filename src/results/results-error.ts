/** A file of results cannot be read, or a question about them cannot be answered. The message is one line: what, where, and what to do. */
export class ResultsError extends Error {
  override readonly name: string = 'ResultsError';
}

/** A question that cannot be asked: the SQL is wrong, or wants more than reading. */
export class QuestionError extends ResultsError {
  override readonly name = 'QuestionError';
}
