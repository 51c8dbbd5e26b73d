/** How a generation of Kimi takes thinking. K2.5 is 205, K3 is 300. */
export type Traits = {
  since: number
  /** `levels`: the field for the effort; `switch`: on unless it is switched off; `always`: on, without a setting. */
  thinking?: 'levels' | 'switch' | 'always'
  /** Reasoning of earlier turns is kept on request. */
  keepsReasoning?: true
  /** Sampling parameters are fixed, and any other value is refused. */
  isFixed?: true
  /** The field for the output limit is the newer one, and a tool call can be forced. */
  isNewer?: true
}

// The newest generation comes first. Models before Kimi are older than all of them. K3's levels, and models that always
// think: https://docs.rs/synaps-engine/0.11.0/src/agent_engine/runtime/openai/catalog/kimi.rs.html, which names the
// vendor's guides and probes, and https://dev.to/aihubmix/kimi-k31-pro-migration-guide-five-400s-one-404-and-the-claude-code-codex-config-13k;
// the fixed parameters: https://java.agentscope.io/v2/en/integration/model/kimi; and the families of @ai-sdk/moonshotai
// 3.0.60. All read 2026-11-18.
const generations: readonly [Traits, ...Traits[]] = [
  { since: 300, thinking: 'levels', isFixed: true, isNewer: true },
  { since: 207, thinking: 'always', isFixed: true },
  { since: 206, thinking: 'switch', keepsReasoning: true, isFixed: true },
  { since: 205, thinking: 'switch', isFixed: true },
  { since: 0 },
]

export function traitsOf(model: string): Traits {
  const match = /^kimi-k(\d{1,2})(?:\.(\d{1,2}))?/.exec(model)
  const generation = match ? Number(match[1]) * 100 + Number(match[2] ?? 0) : 0
  return generations.find(({ since }) => generation >= since) ?? generations[0]
}
