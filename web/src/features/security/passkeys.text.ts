import { dictionary } from '../../lib/text/text.ts'

export const passkeysText = dictionary({
  title: ['Passkeys', '通行密钥'],
  text: [
    'Sign in with finger, face or PIN of a device, or with a security key. A passkey alone is both steps; after the password it is the second one.',
    '使用设备的指纹、面容、PIN 或安全密钥登录。单独使用即完成两步；在密码之后使用则作为第二步。',
  ],
  add: ['Add a passkey', '添加通行密钥'],
  addText: [
    'Your browser then asks where to keep it: on this device, on your phone or on a security key.',
    '接下来浏览器会询问保存位置：此设备、手机或安全密钥。',
  ],
  nameHelp: ['To tell it apart from others, such as “Work laptop”.', '用于区分，例如“工作电脑”。'],
  nameMissing: ['Enter a name', '请输入名称'],
  next: ['Continue', '继续'],
  added: ['Added', '添加于'],
  used: ['Used', '使用于'],
  unused: ['Not used yet', '尚未使用'],
  renameTitle: ['Rename {name}', '重命名 {name}'],
  removeLabel: ['Delete {name}', '删除 {name}'],
  removeTitle: ['Delete the passkey “{name}”?', '删除通行密钥“{name}”？'],
  removeText: [
    'It no longer signs in here. The device may still list it: delete it there too. With the last second factor, the recovery codes go too and the password alone signs in.',
    '它将不能再登录此处。设备上可能仍会列出它，请在设备上也删除。如果没有其他两步验证方式，恢复码也会失效，只需密码即可登录。',
  ],
  removed: ['{name} deleted', '{name} 已删除'],
})
