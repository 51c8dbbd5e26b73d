/** What the field `other` of a channel holds; the editor shows it only for types that give it a meaning. */
type Other = {
  meaning: 'api_version' | 'region' | 'plugin' | 'knowledge_base' | 'account'
  default?: string
  required?: true
}

type Traits = {
  /** The address of a channel that has none of its own. Empty: the provider derives it, or an address is required. */
  defaultBaseUrl: string
  baseUrl: 'optional' | 'required'
  /** An example of an address, where there is no default to show. */
  baseUrlExample?: string
  /** The format of a key; several formats are separated by commas. */
  keyFormat?: string
  /** A server of one's own may need no key. */
  keyOptional?: true
  /** The key is a document: its lines belong together and never become several channels. */
  keyIsDocument?: true
  other?: Other
  /** The channel may name an organisation to bill. */
  organization?: true
  /** It draws as Midjourney does: its channels have settings for that. */
  draws?: true
  /** A chat call can test the channel. */
  testable: boolean
  /**
   * `address`: the default address has shut down, so that channels need the address of another server. `type`: no
   * channel of the type is called; imported ones stay readable.
   */
  retired?: 'address' | 'type'
}
type Row<Type extends number = number> = Traits & { type: Type; label: string; monogram: string }

function row<Type extends number>(type: Type, label: string, monogram: string, traits: Partial<Traits>): Row<Type> {
  return { defaultBaseUrl: '', baseUrl: 'optional', testable: true, ...traits, type, label, monogram }
}

// In the order of the editor's list: OpenAI and the drawing proxies first, rarely used types last.
const rows = [
  row(1, 'OpenAI', 'OA', { defaultBaseUrl: 'https://api.openai.com', keyFormat: 'sk-…', organization: true }),
  row(2, 'Midjourney Proxy', 'MJ', {
    baseUrl: 'required',
    baseUrlExample: 'https://mj.example.com',
    draws: true,
    testable: false,
  }),
  row(5, 'Midjourney Proxy Plus', 'MP', {
    baseUrl: 'required',
    baseUrlExample: 'https://mj.example.com',
    draws: true,
    testable: false,
  }),
  row(36, 'Suno', 'Su', { baseUrl: 'required', baseUrlExample: 'https://suno.example.com', testable: false }),
  row(4, 'Ollama', 'Ol', { defaultBaseUrl: 'http://localhost:11434' }),
  row(14, 'Anthropic Claude', 'An', { defaultBaseUrl: 'https://api.anthropic.com', keyFormat: 'sk-ant-…' }),
  row(33, 'AWS Claude', 'AW', { keyFormat: 'AccessKey|SecretKey|Region, ApiKey|Region' }),
  row(41, 'Vertex AI', 'Vx', {
    keyFormat: '{"type":"service_account",…}, APIKey',
    keyIsDocument: true,
    other: { meaning: 'region', required: true },
  }),
  row(3, 'Azure OpenAI', 'Az', {
    baseUrl: 'required',
    baseUrlExample: 'https://resource.openai.azure.com',
    // Stored and shown for an empty field, but counts as no version when a call is sent.
    other: { meaning: 'api_version', default: '2023-06-01-preview' },
  }),
  row(34, 'Cohere', 'Co', { defaultBaseUrl: 'https://api.cohere.com' }),
  row(39, 'Cloudflare', 'Cf', {
    defaultBaseUrl: 'https://api.cloudflare.com',
    other: { meaning: 'account', required: true },
  }),
  row(43, 'DeepSeek', 'DS', { defaultBaseUrl: 'https://api.deepseek.com', keyFormat: 'sk-…' }),
  // Baidu and Tencent each have a host for bearer keys and an older one for signed keys. The default is the newer host;
  // the provider chooses the older one by the format of the key.
  row(15, 'Baidu', 'Ba', { defaultBaseUrl: 'https://qianfan.baidubce.com', keyFormat: 'bce-v3/…, APIKey|SecretKey' }),
  row(17, 'Alibaba Qwen', 'Qw', {
    defaultBaseUrl: 'https://dashscope.aliyuncs.com',
    keyFormat: 'sk-…',
    other: { meaning: 'plugin' },
  }),
  row(18, 'Xunfei', 'Xf', {
    keyFormat: 'APPID|APISecret|APIKey, APIPassword',
    other: { meaning: 'api_version', default: 'v2.1' },
  }),
  row(16, 'Zhipu ChatGLM', 'CG', { defaultBaseUrl: 'https://open.bigmodel.cn', keyFormat: 'id.secret' }),
  row(26, 'Zhipu GLM-4V', 'Zp', { defaultBaseUrl: 'https://open.bigmodel.cn', keyFormat: 'id.secret' }),
  row(24, 'Google Gemini', 'Ge', {
    defaultBaseUrl: 'https://generativelanguage.googleapis.com',
    keyFormat: 'AIza…',
    other: { meaning: 'api_version', default: 'v1beta' },
  }),
  row(11, 'PaLM2', 'Pa', {
    defaultBaseUrl: 'https://generativelanguage.googleapis.com',
    keyFormat: 'AIza…',
    retired: 'address',
  }),
  row(25, 'Moonshot', 'Mo', { defaultBaseUrl: 'https://api.moonshot.cn', keyFormat: 'sk-…' }),
  row(19, '360', '36', { defaultBaseUrl: 'https://api.360.cn' }),
  row(23, 'Tencent Hunyuan', 'Hy', {
    defaultBaseUrl: 'https://tokenhub.tencentmaas.com',
    keyFormat: 'sk-…, AppId|SecretId|SecretKey',
  }),
  row(31, 'Yi', 'Yi', { defaultBaseUrl: 'https://api.lingyiwanwu.com' }),
  row(35, 'MiniMax', 'MM', { defaultBaseUrl: 'https://api.minimaxi.com', keyFormat: 'APIKey, APIKey|GroupId' }),
  row(37, 'Dify', 'Di', { defaultBaseUrl: 'https://api.dify.ai', keyFormat: 'app-…' }),
  row(38, 'Jina', 'Ji', { defaultBaseUrl: 'https://api.jina.ai', keyFormat: 'jina_…' }),
  row(40, 'SiliconCloud', 'SC', { defaultBaseUrl: 'https://api.siliconflow.cn', keyFormat: 'sk-…' }),
  row(42, 'Mistral', 'Mi', { defaultBaseUrl: 'https://api.mistral.ai' }),
  row(8, 'custom', 'Cu', { baseUrl: 'required', baseUrlExample: 'https://example.com/{model}/chat' }),
  row(22, 'FastGPT', 'FG', {
    baseUrl: 'required', // the hosted address of this type has shut down
    baseUrlExample: 'https://fastgpt.example.com/api',
    keyFormat: 'fastgpt-…, APIKey-AppId',
  }),
  row(21, 'AI Proxy', 'AP', { defaultBaseUrl: 'https://api.aiproxy.io', other: { meaning: 'knowledge_base' } }),
  row(20, 'OpenRouter', 'OR', { defaultBaseUrl: 'https://openrouter.ai/api', keyFormat: 'sk-or-…' }),
  row(48, 'xAI', 'XA', { defaultBaseUrl: 'https://api.x.ai', keyFormat: 'xai-…' }),
  row(45, 'VolcEngine Ark', 'VA', { defaultBaseUrl: 'https://ark.cn-beijing.volces.com' }),
  row(27, 'Perplexity', 'Pe', { defaultBaseUrl: 'https://api.perplexity.ai', keyFormat: 'pplx-…' }),
  row(1000, 'Groq', 'Gq', { defaultBaseUrl: 'https://api.groq.com/openai', keyFormat: 'gsk_…' }),
  row(1001, 'Together AI', 'To', { defaultBaseUrl: 'https://api.together.xyz' }),
  row(1002, 'Fireworks AI', 'FW', { defaultBaseUrl: 'https://api.fireworks.ai/inference', keyFormat: 'fw_…' }),
  row(1004, 'Cerebras', 'Ce', { defaultBaseUrl: 'https://api.cerebras.ai', keyFormat: 'csk-…' }),
  row(1005, 'NVIDIA NIM', 'NV', { defaultBaseUrl: 'https://integrate.api.nvidia.com', keyFormat: 'nvapi-…' }),
  row(1006, 'Hugging Face', 'HF', { defaultBaseUrl: 'https://router.huggingface.co', keyFormat: 'hf_…' }),
  row(47, 'Xinference', 'Xi', { baseUrl: 'required', baseUrlExample: 'http://localhost:9997', keyOptional: true }),
  row(1003, 'LM Studio', 'LM', { defaultBaseUrl: 'http://localhost:1234', keyOptional: true }),
  row(1007, 'vLLM', 'VL', { defaultBaseUrl: 'http://localhost:8000', keyOptional: true }),
  row(1008, 'SGLang', 'SG', { defaultBaseUrl: 'http://localhost:30000', keyOptional: true }),
  row(60, 'New API', 'NA', { baseUrl: 'required', baseUrlExample: 'https://gateway.example.com', keyFormat: 'sk-…' }),
  row(59, 'Sub2API', 'S2', { baseUrl: 'required', baseUrlExample: 'https://gateway.example.com', keyFormat: 'sk-…' }),
  row(58, 'Advanced Custom', 'AC', {
    baseUrl: 'required',
    baseUrlExample: 'https://upstream.example.com',
    keyOptional: true,
  }),
  row(49, 'Coze', 'Cz', { defaultBaseUrl: 'https://api.coze.cn', retired: 'type' }),
]

/**
 * The number that databases, clients and scripts of this family know a type by; it never changes. Types that the family
 * has not numbered begin at 1000.
 */
export type ChannelType = (typeof rows)[number]['type']

/** The types as a list to choose from. An object would sort them by number. */
export const channelTypeOrder: readonly ChannelType[] = rows.map(({ type }) => type)

/** Every channel type by its number: what the editor shows, and the defaults of its channels. */
export const channelTypes = Object.fromEntries(rows.map((each) => [each.type, each])) as Record<ChannelType, Row> // one row per type

export const isChannelType = (value: unknown): value is ChannelType =>
  typeof value === 'number' && Object.hasOwn(channelTypes, value)

/** Whether no request is sent for a channel: its type is never called, or its address has shut down. */
export function isRetired(type: ChannelType, baseUrl: string): boolean {
  const { retired, defaultBaseUrl } = channelTypes[type]
  if (retired !== 'address') return retired === 'type'
  return baseUrl === '' || hostOf(baseUrl) === hostOf(defaultBaseUrl)
}

const hostOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, '') : undefined
