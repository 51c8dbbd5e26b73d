import { dictionary } from '../../../lib/text/text.ts'

export const shareText = dictionary({
  title: ['Share “{name}”', '分享“{name}”'],
  heading: ['Share link', '分享链接'],
  headingMany: ['Share links', '分享链接'],
  help: [
    'The link opens a page that shows the key once, without signing in. Then the link is used up.',
    '打开链接的人无需登录即可查看密钥，但只能看一次，之后链接失效。',
  ],
  life: ['Expires after', '有效期'],
  create: ['Create share link', '生成分享链接'],
  createMany: ['Create {count} share links', '生成 {count} 个分享链接'],
  link: ['Share link', '分享链接'],
  links: ['{count share link}', '{count} 个分享链接'],
  copyLinks: ['Copy all links', '复制全部链接'],
  onceHelp: ['Copy it now: the link cannot be shown again.', '请现在复制，链接之后不再显示。'],
  onceHelpMany: [
    'Names and links, one per line. Copy them now: links cannot be shown again.',
    '每行一个名称和链接。请现在复制，链接之后不再显示。',
  ],
  listTitle: ['Links of this token', '此令牌的链接'],
  listEmpty: ['No links yet.', '还没有链接。'],
  open: ['Open', '可用'],
  used: ['Used', '已使用'],
  revokedState: ['Revoked', '已撤销'],
  usedAt: ['Key shown', '查看时间'],
  expiredAt: ['Expired', '过期于'],
  createdAt: ['Created', '创建于'],
  revoke: ['Revoke', '撤销'],
  revokeQuestion: ['Revoke this link?', '撤销此链接？'],
  revokeText: ['The link no longer shows the key. The token keeps working.', '链接不再显示密钥，令牌继续有效。'],
  revoked: ['Link revoked', '链接已撤销'],
})
