import { readJson, stored } from '../../lib/browser/stored.ts'

const recentMax = 5

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

/** The pages and actions used last, newest first. Names of channels, users and tokens are not kept in the browser. */
export const recentIds = stored<string[]>(
  'palette-recent',
  (text) => readJson(text, isTexts) ?? [],
  (ids) => JSON.stringify(ids),
)

export function rememberCommand(id: string) {
  if (!/^(page|action):/.test(id)) return
  recentIds.set([id, ...recentIds.get().filter((each) => each !== id)].slice(0, recentMax))
}
