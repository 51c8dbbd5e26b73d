import { useMutation } from '@tanstack/react-query'
import { optionApi } from '@turnpike/contract/system/option-api'
import { Button, Input } from 'antd'
import { CircleCheck, CircleX, Send } from 'lucide-react'
import { useState } from 'react'
import { Field } from '../../../../components/fields/field.tsx'
import { call } from '../../../../lib/api/call.ts'
import { useSelf } from '../../../../lib/api/self.ts'
import { useText } from '../../../../lib/text/text.ts'
import { mailText } from './mail.text.ts'
import styles from './test-mail.module.css'

/** Sends a mail with the stored settings and shows the result below the button. */
export function TestMail({ hasUnsaved }: { hasUnsaved: boolean }) {
  const t = useText(mailText)
  const [to, setTo] = useState('')
  const ownAddress = useSelf().data?.email
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => call(optionApi.testMail, { body: { to: to.trim() } }),
    onError: () => {}, // shown below the field
  })
  const maySend = !hasUnsaved && !isPending
  return (
    <div>
      <Field label={t('to')} help={hasUnsaved ? t('saveFirst') : ownAddress ? t('toHelp') : undefined}>
        {(control) => (
          <div className={styles.row}>
            <Input
              {...control}
              type="email"
              autoComplete="email"
              placeholder={ownAddress || 'someone@example.com'}
              value={to}
              onChange={(event) => setTo(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault() // the field is no part of the settings form
                if (maySend) mutate()
              }}
            />
            <Button icon={<Send />} disabled={hasUnsaved} loading={isPending} onClick={() => mutate()}>
              {t('send')}
            </Button>
          </div>
        )}
      </Field>
      <div role="status">
        {!isPending && data && (
          <p className={styles.sent}>
            <CircleCheck aria-hidden />
            {t('sent', data)}
          </p>
        )}
        {!isPending && error && (
          <p className={styles.failed}>
            <CircleX aria-hidden />
            {error.message}
          </p>
        )}
      </div>
    </div>
  )
}
