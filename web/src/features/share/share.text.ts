import { pairedDictionary } from '../../lib/text/text.ts'

export const sharePageText = pairedDictionary({
  documentTitle: ['Shared key', '分享的密钥'],
  title: [
    ({ system, from }: { system: string; from: string }) => `A key for ${system} from ${from}`,
    ({ system, from }) => `${from} 分享给你的 ${system} 密钥`,
  ],
  lead: [
    'The key is shown once. Have a safe place ready to keep it, such as a password manager.',
    '密钥只显示一次。请先准备好安全的地方保存，例如密码管理器。',
  ],
  expires: ['This link expires', '此链接过期时间：'],
  show: ['Show key', '显示密钥'],
  goneTitle: ['This link shows no key', '此链接无法显示密钥'],
  goneText: [
    'It was used already, was revoked, has expired or is not complete. Ask the sender for a new one.',
    '链接已被使用、已被撤销、已过期或不完整。请向分享者索取新的链接。',
  ],
  copy: ['Copy key', '复制密钥'],
  once: [
    'Copy the key now: it is not shown again. Anyone who has it can spend its quota.',
    '请现在复制密钥，之后不再显示。任何持有它的人都可以消耗其额度。',
  ],
  unlimited: ['Unlimited', '无限'],
  keyExpires: ['Key expires', '密钥过期'],
})
