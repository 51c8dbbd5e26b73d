import { joinBetas } from '../anthropic/headers.ts'

/**
 * The beta features that Google's host accepts. It refuses a request that names any other ("Unexpected value(s) … for
 * the `anthropic-beta` header").
 *
 * Sources, read 2026-11-18: litellm 1.109.1 (anthropic_beta_headers_config.json, `vertex_ai`);
 * platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use (tool examples); refusals in
 * anthropics/claude-code issue 21625, BerriAI/litellm issue 19984 and QuantumNous/new-api issue 2975.
 */
const accepted: ReadonlySet<string> = new Set([
  'compact-2026-01-12',
  'computer-use-2025-01-24',
  'computer-use-2025-11-24',
  'context-1m-2025-08-07',
  'context-management-2025-06-27',
  'dangerous-tool-use-2026-09-03',
  'inline-tools-2026-09-15',
  'interleaved-thinking-2025-05-14',
  'mid-conversation-tool-changes-2026-07-01',
  'per-turn-control-2026-07-01',
  'thinking-binding-controls-2026-08-01',
  'thinking-display-updates-2026-08-18',
  'tool-search-tool-2025-10-19',
  'web-search-2025-03-05',
])
/** Features of one family of models. */
const acceptedBy: readonly (readonly [beginning: string, beta: string])[] = [
  ['claude-opus-4-5', 'tool-examples-2025-10-29'],
]

/** Features that Google has under another name. */
const renamed: Readonly<Record<string, string>> = {
  'advanced-tool-use-2025-11-20': 'tool-search-tool-2025-10-19',
}

/**
 * The beta features of a request: of those requested, the ones that the host accepts. Those of the channel's setting
 * (`chosen`) are the operator's decision and are always sent.
 */
export function vertexBetas(model: string, requested: readonly unknown[], chosen: unknown): string[] {
  const names = joinBetas(...requested).map((name) => renamed[name] ?? name)
  const isAccepted = (name: string) =>
    accepted.has(name) || acceptedBy.some(([beginning, beta]) => beta === name && model.startsWith(beginning))
  return joinBetas(names.filter(isAccepted), chosen)
}
