import { dictionary } from '../../lib/text/text.ts'

export const guideText = dictionary({
  guide: ['Help', '帮助'],
  pages: ['Pages of the handbook', '手册目录'],
  onThisPage: ['On this page', '本页内容'],
  missing: ['The handbook has no such page', '手册中没有这一页'],
  missingText: ['Choose one from the list.', '请从目录中选择。'],
  toFirst: ['Open the first page', '打开第一页'],
  next: ['Next: {title}', '下一页：{title}'],
  'first-call': ['First call', '第一次调用'],
  clients: ['Connecting clients', '接入客户端'],
  channels: ['Channels and routing', '渠道与路由'],
  prices: ['Prices and groups', '价格与分组'],
  payment: ['Payment', '支付'],
  running: ['Running it', '部署与运维'],
  security: ['Security', '安全'],
  settings: ['Other settings', '其他设置'],
  glossary: ['Glossary', '术语表'],
})
