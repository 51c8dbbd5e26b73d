import { dictionary } from '../../lib/text/text.ts'

export const proxyText = dictionary({
  works: ['Exit address {address} · {time}', '出口地址 {address} · {time}'],
  addressPlaceholder: ['socks5://user:password@host:1080', 'socks5://用户名:密码@主机:1080'],
})
