import { dictionary } from '../../lib/text/text.ts'

export const mailCodeText = dictionary({
  send: ['Send code', '发送验证码'],
  wait: ['Again in {seconds} s', '{seconds} 秒后重发'],
  sent: ['Code sent to {email}', '验证码已发送至 {email}'],
  validity: ['Valid for {minutes minute} after it was sent', '发送后 {minutes} 分钟内有效'],
})
