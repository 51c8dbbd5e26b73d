import { type Count, plural } from '../../../../components/text/phrase.ts'
import { dictionary } from '../../../../lib/text/text.ts'

export const proxyListText = dictionary({
  title: ['Proxies', '代理'],
  text: [
    'Choose a proxy in the channel editor. The channel then sends all its requests through it.',
    '在渠道编辑页中选择代理后，该渠道的所有请求都通过代理发送。',
  ],
  add: ['Add proxy', '添加代理'],
  emptyTitle: ['No proxies yet', '还没有代理'],
  emptyText: [
    'Add an HTTP or SOCKS5 proxy to reach providers from another address.',
    '添加 HTTP 或 SOCKS5 代理，从其他地址访问服务商。',
  ],
  unreadable: ['The address cannot be decrypted. Enter it again.', '地址无法解密，请重新填写。'],
  users: [({ count }: Count) => `used by ${plural(count, 'channel')}`, ({ count }) => `${count} 个渠道正在使用`],
  unused: ['not in use', '未使用'],

  addTitle: ['Add proxy', '添加代理'],
  editTitle: ['Edit {name}', '编辑 {name}'],
  save: ['Save', '保存'],
  saved: ['{name} saved', '{name} 已保存'],
  removed: ['{name} deleted', '{name} 已删除'],
  removeTitle: ['Delete {name}?', '删除 {name}？'],
  removeText: ['No channel uses this proxy. You can undo this for 30 days.', '没有渠道使用此代理。30 天内可以撤销。'],
  nameHelp: ['Channels refer to the proxy by this name.', '渠道通过此名称引用代理。'],
  nameFixed: ['Channels use this name, so it cannot be changed.', '已有渠道使用此名称，不能修改。'],
  addressHelp: [
    'http, https, socks5 or socks5h. The proxy resolves host names, except with socks5. The password is stored encrypted.',
    '支持 http、https、socks5 和 socks5h。除 socks5 外，由代理解析域名。密码加密保存。',
  ],
  keepPassword: [
    'Leave ••• to keep the password. Enter it again when host, port or user changes.',
    '保留 ••• 即不修改密码。更改主机、端口或用户名后需要重新输入密码。',
  ],
})
