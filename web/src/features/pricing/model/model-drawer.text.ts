import { priceLineNames } from '../../../lib/models/price-line-names.ts'
import { dictionary } from '../../../lib/text/text.ts'

export const modelDrawerText = dictionary({
  part: ['Part', '项目'],
  multiplier: ['Multiplier', '倍率'],
  showMultipliers: ['Show multipliers (advanced)', '显示倍率（高级）'],
  per: ['for {group}', '分组 {group}'],
  perMillion: ['per 1M tokens', '每百万 Token'],
  perThousand: ['per 1K tokens', '每千 Token'],
  ...priceLineNames,
  cacheWrite: ['Cache write, 5 min', '缓存写入（5 分钟）'],
  cacheWriteHour: ['Cache write, 1 hour', '缓存写入（1 小时）'],
  byLength: ['By input length', '按输入长度'],
  upTo: ['up to {count}', '不超过 {count}'],
  above: ['above {count}', '超过 {count}'],
  byLengthHint: [
    'A request is billed at the prices for its input length. Cached input counts.',
    '整次请求按输入长度所在的档位计费，缓存输入也计入长度。',
  ],
  byService: ['Service tiers', '服务档位'],
  service: ['Tier', '档位'],
  standard: ['Standard', '标准'],
  byServiceHint: [
    'The request chooses the tier with service_tier. For Claude: speed and inference_geo.',
    '由请求中的 service_tier 选择；Claude 使用 speed 和 inference_geo。',
  ],
  byTime: ['By time of day', '分时价格'],
  start: ['Start of the request', '请求开始时间'],
  change: ['Change', '价格变化'],
  byTimeHint: ['All prices of the model change by this percentage.', '该模型的所有价格都按此比例变化。'],
  call: ['Request', '请求'],
  characterHint: ['Charged per character: each counts as one token.', '按文本字符数计费，每个字符计为 1 个 Token。'],
  secondHint: [
    'Charged by the length of the video, per second; some sizes have a price of their own.',
    '按视频时长计费（每秒），部分尺寸单独定价。',
  ],
  minuteHint: [
    'Charged by the length of the recording: a minute counts as 1,000 tokens.',
    '按录音时长计费，每分钟计为 1,000 个 Token。',
  ],
  imageHint: [
    'One image of standard size and quality. Larger or higher-quality images cost more.',
    '一张标准尺寸、标准质量图片的价格；更大或更高质量的图片更贵。',
  ],
  servedBy: ['Served by', '由以下模型提供'],
  virtualHint: [
    'Billed at the price of the model that answers. The response and your log name it.',
    '按实际应答的模型计费，回复和使用日志中会注明该模型。',
  ],
  groups: ['Available to groups', '可调用的分组'],
  unknownRatio: ['not available to you', '未对你开放'],
  context: ['Context', '上下文'],
  maxOutput: ['Longest output', '最长输出'],
  tokens: ['{count} tokens', '{count} Token'],
  capabilities: ['Capabilities', '能力'],
  example: ['Call it', '调用示例'],
  noCall: ['This model cannot be called by clients.', '此模型无法由客户端调用。'],
})
