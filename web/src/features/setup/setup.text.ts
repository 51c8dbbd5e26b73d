import { dictionary } from '../../lib/text/text.ts'

export const setupText = dictionary({
  title: ["Set the administrator's password", '设置管理员密码'],
  lead: [
    'The super administrator still has the default password. Choose a new one.',
    '超级管理员仍在使用默认密码，请设置新密码。',
  ],
  password: ['New password', '新密码'],
  passwordHelp: ['{min} to {max} characters', '{min} 到 {max} 个字符'],
  password2: ['Repeat the password', '再次输入密码'],
  submit: ['Set password and sign in', '设置密码并登录'],
  missing: ['Enter a password', '请输入密码'],
  short: ['Use at least {min} characters', '密码至少需要 {min} 个字符'],
  long: ['Use at most {max} characters', '密码最多 {max} 个字符'],
  differ: ['The passwords differ', '两次输入的密码不一致'],
  skip: ['Skip for now and sign in with the default password', '暂时跳过，使用默认密码登录'],
  skipHelp: [
    'The default password is public. It works only from this machine and its private network.',
    '默认密码是公开的，只能在本机或内网使用。',
  ],
  doneTitle: ['Already set up', '已完成设置'],
  doneLead: ["The administrator's password has been set.", '管理员密码已经设置。'],
  closedTitle: ['Setup is not open from here', '无法从这里进行设置'],
  closedText: [
    'Open this page on the server or in its private network, at localhost or an IP address. Or use the setup link in the server’s log.',
    '请在服务器本机或内网通过 localhost 或 IP 地址打开此页，或使用服务器启动日志中的设置链接。',
  ],
  badTitle: ['This link is not valid', '链接无效'],
  badText: [
    'A setup link works once and for 30 minutes. If the password has been set, sign in. Otherwise restart the server and open the new link from its log.',
    '设置链接只能使用一次，有效期 30 分钟。如果密码已经设置，请登录；否则请重启服务器，并打开日志中的新链接。',
  ],
})
