import { dictionary } from '../../../lib/text/text.ts'

export const invitedText = dictionary({
  name: ['User', '用户'],
  level: ['Level', '级别'],
  level1: ['Invited by you', '你邀请的'],
  level2: ['Second level', '二级'],
  joined: ['Registered', '注册时间'],
  paid: ['Paid', '付款'],
  spent: ['Spent', '消耗'],
  earned: ['Your dividends', '你的分成'],
  notPaid: ['nothing yet', '暂无'],
  emptyTitle: ['Nobody has registered with your link yet', '还没有人通过你的链接注册'],
  emptyText: ['Share the link above. Their names are shown shortened.', '请分享上方的链接。名称会部分隐藏。'],
  masked: ['Names are shown shortened.', '名称已部分隐藏。'],
})
