/** The address of a subscription in the list of all, among those of the same account. */
export const subscriptionPath = (account: string, id: number) =>
  `/subscriptions?${new URLSearchParams({ keyword: account, open: String(id) })}`
