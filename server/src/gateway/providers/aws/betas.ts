import { joinBetas } from '../anthropic/headers.ts'

/** Beginnings of beta features that Bedrock does not have: a request that names one is refused. */
const missing = [
  'files-api-',
  'mcp-client-',
  'skills-',
  'code-execution-',
  'web-fetch-',
  'web-search-',
  'structured-outputs-',
  'fast-mode-',
  'prompt-caching-scope-',
]
/** Features that Bedrock has under another name. */
const renamed: Readonly<Record<string, string>> = {
  'advanced-tool-use-2025-11-20': 'tool-search-tool-2025-10-19',
}

/** The beta features of a request, by the names Bedrock knows. */
export const bedrockBetas = (...lists: unknown[]): string[] =>
  joinBetas(joinBetas(...lists).map((name) => renamed[name] ?? name)).filter(
    (name) => !missing.some((beginning) => name.startsWith(beginning)),
  )
