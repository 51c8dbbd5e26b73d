import { dictionary } from '../../lib/text/text.ts'

export const faqText = dictionary({
  title: ['Frequently asked questions', '常见问题'],
  lead: ['Short answers. The guide has the details.', '简短的解答，详细说明见使用指南。'],
  search: ['Search questions', '搜索问题'],
  found: ['{count question} for “{typed}”', '{count} 个问题与“{typed}”有关'],
  noMatch: ['No question about “{typed}”', '没有与“{typed}”有关的问题'],
  noMatchText: ['Try another word, or look in the guide.', '请换一个词，或在使用指南中查找。'],
  searchGuide: ['Search the guide', '在使用指南中搜索'],
  more: ['More help', '更多帮助'],
  guide: ['Guide', '使用指南'],
  reference: ['API reference', '接口文档'],
  serviceStatus: ['Status', '服务状态'],
  feedback: ['Feedback', '反馈'],
  copyLink: ['Copy link', '复制链接'],
  link: ['Link', '链接'],
  empty: ['No questions here yet', '这里还没有问题'],
  emptyText: ['The guide explains how to connect, pay and read your usage.', '使用指南介绍如何接入、付款和查看用量。'],
  openGuide: ['Open the guide', '打开使用指南'],
  emptyRoot: ['Answer what users ask you', '解答用户常问的问题'],
  emptyRootText: [
    'Write questions and answers in English, Chinese or both. With the first one, this page appears in the help menu and the footer.',
    '用英文、中文或两种语言写下问题与答案。写好第一条后，帮助菜单和页脚会显示此页面。',
  ],
  addFirst: ['Write the first question', '写第一个问题'],
  add: ['Add question', '添加问题'],
})
