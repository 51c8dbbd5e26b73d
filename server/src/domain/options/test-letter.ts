import type { Letter } from '../../mail/letter.ts'

/** Proves that mail works; it has nothing else to say. */
export const testLetter = (systemName: string): Letter => ({
  subject: { zh: `${systemName} 测试邮件`, en: `Test mail from ${systemName}` },
  paragraphs: [
    { zh: `${systemName} 的邮件设置可以使用。`, en: `The mail settings of ${systemName} work.` },
    { zh: '这封邮件由管理员在设置页面发出。', en: 'An administrator sent this mail from the settings page.' },
  ],
})
