import type { Letter } from '../../../mail/letter.ts'

type Invited = { systemName: string; org: string; from: string; address: string; days: number }

/** To a person who may have no account yet. */
export const invitationLetter = ({ systemName, org, from, address, days }: Invited): Letter => ({
  subject: { en: `${systemName}: invitation to ${org}`, zh: `${systemName}：邀请你加入 ${org}` },
  paragraphs: [
    {
      en: `${from} invites you to the organization ${org} on ${systemName}. Open this link to join:`,
      zh: `${from} 邀请你加入 ${systemName} 上的组织 ${org}。打开下面的链接即可加入：`,
    },
    {
      en: `The link works once, within ${days === 1 ? '1 day' : `${days} days`}, for an account with this address.`,
      zh: `链接在 ${days} 天内有效，只能使用一次，且账户须绑定此邮箱。`,
    },
    { en: 'If you do not know the sender, ignore this mail.', zh: '如果你不认识发件人，请忽略这封邮件。' },
  ],
  link: { address, label: { en: 'Open the invitation', zh: '查看邀请' } },
})
