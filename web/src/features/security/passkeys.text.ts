import { dictionary } from '../../lib/text/text.ts'

type Name = { name: string }

export const passkeysText = dictionary({
  en: {
    title: 'Passkeys',
    text: 'Sign in with finger, face or PIN of a device, or with a security key. A passkey alone is both steps; after the password it is the second one.',
    add: 'Add a passkey',
    addText: 'Your browser then asks where to keep it: on this device, on your phone or on a security key.',
    nameHelp: 'To tell it apart from others, such as “Work laptop”.',
    nameMissing: 'Enter a name',
    next: 'Continue',
    added: 'Added',
    used: 'Used',
    unused: 'Not used yet',
    rename: 'Rename',
    renameTitle: ({ name }: Name) => `Rename ${name}`,
    removeLabel: ({ name }: Name) => `Delete ${name}`,
    removeTitle: ({ name }: Name) => `Delete the passkey “${name}”?`,
    removeText:
      'It no longer signs in here. The device may still list it: delete it there too. With the last second factor, the recovery codes go too and the password alone signs in.',
    removed: ({ name }: Name) => `${name} deleted`,
  },
  zh: {
    title: '通行密钥',
    text: '使用设备的指纹、面容、PIN 或安全密钥登录。单独使用即完成两步；在密码之后使用则作为第二步。',
    add: '添加通行密钥',
    addText: '接下来浏览器会询问保存位置：此设备、手机或安全密钥。',
    nameHelp: '用于区分，例如“工作电脑”。',
    nameMissing: '请输入名称',
    next: '继续',
    added: '添加于',
    used: '使用于',
    unused: '尚未使用',
    rename: '重命名',
    renameTitle: ({ name }) => `重命名 ${name}`,
    removeLabel: ({ name }) => `删除 ${name}`,
    removeTitle: ({ name }) => `删除通行密钥“${name}”？`,
    removeText:
      '它将不能再登录此处。设备上可能仍会列出它，请在设备上也删除。如果没有其他两步验证方式，恢复码也会失效，只需密码即可登录。',
    removed: ({ name }) => `${name} 已删除`,
  },
})
