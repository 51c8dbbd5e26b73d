import { dictionary } from '../../lib/text/text.ts'

export const passkeysText = dictionary({
  title: ['Passkeys', '通行密钥'],
  text: [
    'Sign in with your fingerprint, face, PIN or a security key. A passkey replaces the password, or confirms it as the second step.',
    '使用指纹、面容、PIN 或安全密钥登录。通行密钥可以代替密码，也可以作为密码之后的第二步。',
  ],
  add: ['Add a passkey', '添加通行密钥'],
  addText: [
    'Your browser asks where to save it: on this device, your phone or a security key.',
    '接下来浏览器会询问保存位置：此设备、手机或安全密钥。',
  ],
  nameHelp: ['For example “Work laptop”.', '例如“工作电脑”。'],
  nameMissing: ['Enter a name', '请输入名称'],
  next: ['Continue', '继续'],
  added: ['Added', '添加于'],
  used: ['Used', '使用于'],
  unused: ['Not used yet', '尚未使用'],
  renameTitle: ['Rename {name}', '重命名 {name}'],
  removeLabel: ['Delete {name}', '删除 {name}'],
  removeTitle: ['Delete the passkey “{name}”?', '删除通行密钥“{name}”？'],
  removeText: [
    'You can no longer sign in with it. Delete it on the device too. Without another second factor, only the password is required and recovery codes stop working.',
    '之后不能再用它登录，请在设备上也删除它。如果没有其他两步验证方式，恢复码会失效，只需密码即可登录。',
  ],
  removed: ['{name} deleted', '{name} 已删除'],
})
