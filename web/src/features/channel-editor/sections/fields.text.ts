import { channelFieldNames } from '../../../components/history/field-names.text.ts'
import type { Count } from '../../../components/text/phrase.ts'
import { dictionary } from '../../../lib/text/text.ts'

/** The labels of the fields by the names of the request's members, and their help. */
export const fieldsText = dictionary({
  ...channelFieldNames,
  group: ['Groups', '分组'],

  api_version: ['API version', 'API 版本'],
  region: ['Deployment region', '部署地区'],
  plugin: ['Plugin', '插件'],
  knowledge_base: ['Knowledge base ID', '知识库 ID'],
  account: ['Account ID', '账户 ID'],

  chooseGroups: ['Choose or enter groups', '选择或输入分组'],
  chooseTag: ['Choose or enter a tag', '选择或输入标签'],
  typeRetired: [
    'Google has shut down its PaLM API. Enter the address of another server that speaks it.',
    'Google 已关闭 PaLM API，请填写其他支持该接口的服务器地址。',
  ],
  typeUncallable: [
    'Channels of this type serve no requests. The channel can only be viewed.',
    '此类型的渠道无法处理请求，仅可查看。',
  ],
  retired: ['Google has shut down its PaLM API', 'Google 已关闭 PaLM API'],
  retiredText: [
    'This channel serves no requests. Change it to Gemini with the same key, or enter another server that speaks the PaLM API.',
    '此渠道无法处理请求。可以保留密钥并改为 Gemini 渠道，或填写其他支持 PaLM API 的服务器地址。',
  ],
  toGemini: ['Change to Gemini', '改为 Gemini'],
  toGeminiQuestion: ['Change this channel to Gemini?', '将此渠道改为 Gemini？'],
  toGeminiText: [
    'The key stays. The models of the channel are mapped to Gemini models, whose prices and responses differ.',
    '密钥保持不变。渠道的模型会映射到 Gemini 模型，其价格和回复与原模型不同。',
  ],
  toGeminiDone: ['The channel is now a Gemini channel', '渠道已改为 Gemini'],
  keepType: ['Keep', '保持不变'],
  notAvailable: ['not available', '不可用'],
  can: [
    ({ names }: { names: string[] }) => `Supports: ${names.join(', ')}.`,
    ({ names }) => `支持：${names.join('、')}。`,
  ],
  can_chat: ['chat', '对话'],
  can_stream: ['streaming', '流式'],
  can_tools: ['tools', '工具调用'],
  can_vision: ['image input', '图片输入'],
  can_reasoning: ['reasoning', '推理'],
  can_json: ['JSON output', 'JSON 输出'],
  can_embeddings: ['embeddings', '向量'],
  can_images: ['image generation', '图片生成'],
  can_speech: ['speech', '语音合成'],
  can_transcriptions: ['transcription', '语音识别'],
  can_rerank: ['rerank', '重排序'],
  can_drawing: ['drawing tasks', '绘图任务'],
  can_music: ['music tasks', '音乐任务'],
  can_models: ['model list', '模型列表'],
  can_balance: ['balance', '余额查询'],

  stored: ['stored', '已保存'],
  keepKey: ['Leave empty to keep', '留空则保留'],
  keyOptional: ['Only if the server requires a key', '服务器需要密钥时才填写'],
  keyFormat: [
    ({ formats }: { formats: string[] }) => `Format: ${formats.join(' or ')}`,
    ({ formats }) => `格式：${formats.join(' 或 ')}`,
  ],
  keyLines: ['One key per line', '每行一个密钥'],
  keyCount: [
    ({ count }: Count) =>
      count === 1 ? '1 key: 1 channel will be created' : `${count} keys: ${count} channels will be created`,
    ({ count }) => `${count} 个密钥，将创建 ${count} 个渠道`,
  ],
  keyNotDocument: ['The key must be a service account JSON file', '密钥必须是服务账号的 JSON 文件'],
  uploadKey: ['Upload file', '上传文件'],
  fileUnreadable: ['This file cannot be read', '无法读取此文件'],
  batch: ['Batch create', '批量创建'],
  batchText: ['One key per line. Each key becomes a channel.', '每行一个密钥，每个密钥创建一个渠道。'],
  batchNames: [
    ({ names }: { names: string[] }) => `Creates ${names.join(', ')}. {n} places the number.`,
    ({ names }) => `将创建 ${names.join('、')}。{n} 表示编号的位置。`,
  ],
  multi_key_mode: ['Key selection', '密钥选择方式'],
  several: ['Key pool', '多密钥轮换'],
  severalText: [
    'All keys belong to this channel. Failed keys are skipped.',
    '所有密钥都属于此渠道，失败的密钥会被跳过。',
  ],
  severalLines: ['One key per line, or a JSON list', '每行一个密钥，或一个 JSON 数组'],
  severalCount: ['{count key}', '{count} 个密钥'],
  replaceKeys: ['Replace all keys', '替换全部密钥'],
  replaceAll: [
    'Required when the host changes. One key per line, or a JSON list.',
    '渠道改用其他主机时需要填写。每行一个密钥，或一个 JSON 数组。',
  ],
  random: ['Random', '随机'],
  polling: ['Round robin', '轮询'],
  keyModeHelp: ['How a key is chosen for each request.', '每次请求选择密钥的方式。'],

  urlRetired: ['A server that speaks the PaLM API (v1beta2).', '支持 PaLM API（v1beta2）的服务器地址。'],
  urlDefault: ['Leave empty for the default.', '留空则使用默认地址。'],
  urlEndpoint: [
    'Your Azure resource endpoint. Claude models use its /anthropic path.',
    'Azure 资源的终结点。Claude 模型使用其 /anthropic 路径。',
  ],
  urlModel: [
    'The full request URL. {model} is replaced with the model name.',
    '请求的完整地址，其中 {model} 会替换为模型名称。',
  ],

  leaveDefault: ['Leave empty for {value}.', '留空则使用 {value}。'],
  azureVersionHelp: [
    'Leave empty for the v1 API, which needs no version: {value} is not sent. Other versions are sent as entered.',
    '留空则使用 v1 API，不发送版本号 {value}；其他版本会原样发送。',
  ],
  regionHelp: [
    'One region for all models, or JSON with a region per model and a default.',
    '填写一个地区用于所有模型，或填写 JSON 为各模型指定地区，并包含 default。',
  ],
  pluginHelp: ['Sent to the provider as the X-DashScope-Plugin header.', '以 X-DashScope-Plugin 请求头发送给服务商。'],
  knowledge_baseHelp: ['Your knowledge base ID.', '知识库的 ID。'],
  accountHelp: ['Your Cloudflare account ID.', '你的 Cloudflare 账户 ID。'],
  organizationHelp: ['Organization to bill if the key belongs to several.', '密钥属于多个组织时，计费的组织。'],

  testModelHelp: ['Leave empty to test with {model}.', '留空则使用 {model} 测试。'],
  testModelFirst: ['Leave empty to test with the first model.', '留空则使用第一个模型测试。'],
  inputLimitHelp: [
    'Longer requests use another channel. Leave empty or 0 for no limit.',
    '超出的请求会改用其他渠道。留空或 0 表示不限制。',
  ],
  tokens: ['tokens', 'Token'],
  statusHelp: [
    'Maps a status code of the provider to the one returned to the client.',
    '将服务商的状态码映射为返回给客户端的状态码。',
  ],
  settingHelp: ['Provider-specific options (JSON).', '服务商专用选项（JSON）。'],
  statusFrom: ['Provider status', '服务商状态码'],
  statusTo: ['Returned status', '返回的状态码'],
  mappingFrom: ['Requested model', '请求的模型'],
  mappingTo: ['Model sent to the provider', '发送给服务商的模型'],
  addMapping: ['Add mapping', '添加映射'],
  mappingHelp: [
    'Maps the model name in the request to the name sent to the provider.',
    '将请求中的模型名称映射为发送给服务商的名称。',
  ],
})
