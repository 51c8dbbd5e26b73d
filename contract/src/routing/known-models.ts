import {
  ai360,
  alibaba,
  baidu,
  cerebras,
  chatglm,
  claude,
  cloudflare,
  cohere,
  deepseek,
  fireworks,
  gemini,
  glm,
  groq,
  huggingFace,
  jina,
  minimax,
  mistral,
  moonshot,
  nvidia,
  ollama,
  openai,
  openRouter,
  palm,
  perplexity,
  siliconflow,
  tencent,
  together,
  volcEngine,
  xai,
  xunfei,
  yi,
} from './model-names.ts'
import { midjourney, suno } from './task-names.ts'

type Vendor = {
  /** The owner that model lists show. */
  owner: string
  /** The channel types that this list is for; none where the editor fills in the names itself. */
  types: readonly number[]
  models: readonly string[]
}

/** Every known model. A model that several vendors list belongs to the first. */
const vendors: readonly Vendor[] = [
  // Azure rents the same models; a custom address and FastGPT speak the same form and take any name.
  { owner: 'openai', types: [1, 3, 8, 22], models: openai },
  { owner: 'ollama', types: [4], models: ollama },
  { owner: 'google palm', types: [11], models: palm },
  { owner: 'claude', types: [14], models: claude },
  { owner: 'baidu', types: [15], models: baidu },
  { owner: 'zhipu', types: [16], models: chatglm },
  { owner: 'ali', types: [17], models: alibaba },
  { owner: 'xunfei', types: [18], models: xunfei },
  { owner: 'ai360', types: [19], models: ai360 },
  { owner: 'tencent', types: [23], models: tencent },
  { owner: 'google gemini', types: [24], models: gemini },
  { owner: 'moonshot', types: [25], models: moonshot },
  { owner: 'zhipu_4v', types: [26], models: glm },
  { owner: 'perplexity', types: [27], models: perplexity },
  { owner: 'lingyiwanwu', types: [31], models: yi },
  { owner: 'aws', types: [33], models: claude.filter((model) => model !== 'claude-2') },
  { owner: 'cohere', types: [34], models: cohere },
  { owner: 'minimax', types: [35], models: minimax },
  { owner: 'dify', types: [37], models: [] },
  { owner: 'jina', types: [38], models: jina },
  { owner: 'cloudflare', types: [39], models: cloudflare },
  { owner: 'siliconflow', types: [40], models: siliconflow },
  { owner: 'vertex-ai', types: [41], models: [...claude, ...gemini, 'meta/llama3-405b-instruct-maas'] },
  { owner: 'mistral', types: [42], models: mistral },
  { owner: 'deepseek', types: [43], models: deepseek },
  // Hosts of many makers' models: a few to begin with. The editor fetches the whole list from the account.
  { owner: 'openrouter', types: [20], models: openRouter },
  { owner: 'xai', types: [48], models: xai },
  { owner: 'volcengine', types: [45], models: volcEngine },
  { owner: 'groq', types: [1000], models: groq },
  { owner: 'together', types: [1001], models: together },
  { owner: 'fireworks', types: [1002], models: fireworks },
  { owner: 'cerebras', types: [1004], models: cerebras },
  { owner: 'nvidia', types: [1005], models: nvidia },
  { owner: 'huggingface', types: [1006], models: huggingFace },
  { owner: 'xinference', types: [47], models: [] },
  { owner: 'lmstudio', types: [1003], models: [] },
  { owner: 'vllm', types: [1007], models: [] },
  { owner: 'sglang', types: [1008], models: [] },
  { owner: 'coze', types: [49], models: [] },
  { owner: 'advanced custom', types: [58], models: [] },
  { owner: 'sub2api', types: [59], models: [] },
  { owner: 'new-api', types: [60], models: [] },
  { owner: 'midjourney', types: [], models: midjourney },
  { owner: 'suno', types: [], models: suno },
]

/** The usual models of each channel type, by its number. */
export const modelsByType: Readonly<Record<string, string[]>> = Object.fromEntries(
  vendors.flatMap(({ types, models }) => types.map((type) => [type, [...models]])),
)

const owners = new Map(vendors.toReversed().flatMap(({ owner, models }) => models.map((model) => [model, owner])))

/** Every model known by name, with its owner. */
export const knownModels: readonly { id: string; owner: string }[] = [
  ...new Set(vendors.flatMap(({ models }) => models)),
].map((id) => ({ id, owner: owners.get(id) ?? '' }))
