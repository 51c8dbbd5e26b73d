import { useMutation, useQueryClient } from '@tanstack/react-query'
import { redemptionApi } from '@turnpike/contract/money/redemption'
import { Button, Input, type InputRef } from 'antd'
import { ArrowUpRight, Ticket } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useAmountWords } from '../../../components/figures/use-amount-words.ts'
import { toast } from '../../../components/overlay/toast-list.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { call } from '../../../lib/api/call.ts'
import { useStatus } from '../../../lib/api/status.ts'
import styles from '../payments.module.css'
import { reloadAfterCredit } from '../use-payments.ts'
import { walletText } from '../wallet.text.ts'

/** Adds the worth of a redemption code to the balance. A refusal is shown below the field. */
export function RedeemCard() {
  const t = walletText.use()
  const queries = useQueryClient()
  const words = useAmountWords()
  const link = useStatus()?.top_up_link
  const id = useId()
  const field = useRef<InputRef>(null)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending } = useMutation({
    mutationFn: (key: string) => call(redemptionApi.redeem, { body: { key } }),
    onSuccess(quota) {
      setCode('')
      toast.success(t('redeemed', { amount: words(quota) }))
      return reloadAfterCredit(queries)
    },
    onError: (error) => setProblem(error.message),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    if (code.trim()) return mutate(code.trim())
    setProblem(t('redeemEmpty'))
    field.current?.focus()
  }
  return (
    <section className={`${layoutStyles.framed} ${styles.card}`} aria-labelledby={`${id}-title`}>
      <div className={`${layoutStyles.row} ${styles.head}`}>
        <Ticket aria-hidden />
        <h2 id={`${id}-title`} className={textStyles.heading}>
          {t('redeemTitle')}
        </h2>
        {link && (
          <a className={styles.redeemLink} href={link} target="_blank" rel="noopener noreferrer">
            {t('getCode')}
            <ArrowUpRight aria-hidden />
          </a>
        )}
      </div>
      <p className={textStyles.hint}>{t('redeemText')}</p>
      <form className={styles.redeemForm} onSubmit={submit} noValidate>
        <Input
          ref={field}
          aria-label={t('redeemLabel')}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-below`}
          status={problem ? 'error' : ''}
          placeholder={t('redeemPlaceholder')}
          autoComplete="off"
          maxLength={1024}
          value={code}
          onChange={(event) => {
            setCode(event.target.value)
            setProblem(undefined)
          }}
        />
        <Button htmlType="submit" loading={isPending}>
          {t('redeem')}
        </Button>
      </form>
      <p
        id={`${id}-below`}
        className={problem ? styles.redeemProblem : styles.redeemHelp}
        role={problem ? 'alert' : undefined}
      >
        {problem}
      </p>
    </section>
  )
}
