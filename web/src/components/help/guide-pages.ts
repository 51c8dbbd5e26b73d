/** The pages of the handbook, in the order in which they are read. Each is a file in `docs/guide/en` and `docs/guide/zh`. */
export const guidePages = [
  'first-call',
  'clients',
  'channels',
  'prices',
  'payment',
  'agents',
  'organizations',
  'agent-program',
  'running',
  'security',
  'settings',
  'glossary',
] as const
export type GuidePage = (typeof guidePages)[number]

/** A paragraph of the handbook. */
export type GuideTarget = `${GuidePage}#${string}`
