import { dictionary } from '../../lib/text/text.ts'

export const guideText = dictionary({
  search: ['Search the guide', '搜索使用指南'],
  results: ['Search results', '搜索结果'],
  found: ['{count result} for “{typed}”', '找到 {count} 条与“{typed}”有关的内容'],
  noResults: ['Nothing found for “{typed}”', '没有找到“{typed}”'],
  noResultsText: ['Try another word, or choose a page.', '请换一个词，或从目录中选择。'],
  pages: ['Pages of the handbook', '手册目录'],
  onThisPage: ['On this page', '本页内容'],
  missing: ['The handbook has no such page', '手册中没有这一页'],
  missingText: ['Choose one from the list.', '请从目录中选择。'],
  toFirst: ['Open the first page', '打开第一页'],
  next: ['Next: {title}', '下一页：{title}'],
  'first-call': ['First request', '首次请求'],
  clients: ['Connecting clients', '接入客户端'],
  channels: ['Channels and routing', '渠道与路由'],
  prices: ['Prices and groups', '价格与分组'],
  payment: ['Payment', '支付'],
  running: ['Running it', '部署与运维'],
  security: ['Security', '安全'],
  settings: ['Other settings', '其他设置'],
  glossary: ['Glossary', '术语表'],
})
