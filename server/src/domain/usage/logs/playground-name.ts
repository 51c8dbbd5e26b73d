/**
 * What the log shows instead of a token for calls from the playground. An organisation's calls have a name of their
 * own, which also keeps them apart from the user's own calls in the hours.
 */
export const playgroundName = (group: string, account_id: number): string =>
  account_id === 0 ? `playground-${group}` : `playground-${group}@${account_id}`
