import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { secondFactorAdminApi } from '@turnpike/contract/identity/second-factor'
import type { User } from '@turnpike/contract/identity/user'
import { Button } from 'antd'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { useToast } from '../../../components/overlay/toast.tsx'
import { ErrorState } from '../../../components/states/error-state.tsx'
import { StatusTag } from '../../../components/tags/status-tag.tsx'
import { call } from '../../../lib/api/call.ts'
import { useText } from '../../../lib/text/text.ts'
import styles from './user-form.module.css'
import { userFormText } from './user-form.text.ts'

/** Whether a user signs in with a second factor, and its removal for one who lost theirs. */
export function SecondFactorState({ user }: { user: User }) {
  const t = useText(userFormText)
  const toast = useToast()
  const queries = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const params = { id: String(user.id) }
  const queryKey = ['users', 'second factors', user.id]
  const factors = useQuery({ queryKey, queryFn: () => call(secondFactorAdminApi.state, { params }) })
  const reset = useMutation({
    mutationFn: () => call(secondFactorAdminApi.reset, { params }),
    onSuccess: () => toast.success(t('factorsReset', { name: user.username })),
    onSettled: () => {
      setIsAsking(false)
      return queries.invalidateQueries({ queryKey })
    },
  })
  if (factors.error && !factors.data)
    return <ErrorState error={factors.error} onRetry={factors.refetch} retrying={factors.isFetching} />
  if (!factors.data) return null
  const { totp, passkeys } = factors.data
  const isOn = totp || passkeys > 0
  const kinds = [
    ...(totp ? [t('factorsTotp')] : []),
    ...(passkeys > 0 ? [t('factorsPasskeys', { count: passkeys })] : []),
  ]
  return (
    <div className={styles.factors}>
      <StatusTag kind={isOn ? 'on' : 'off'}>{isOn ? kinds.join(' · ') : t('factorsOff')}</StatusTag>
      {isOn && <Button onClick={() => setIsAsking(true)}>{t('resetFactors')}</Button>}
      {isAsking && (
        <ConfirmDialog
          danger
          title={t('resetFactorsTitle', { name: user.username })}
          text={t('resetFactorsText')}
          verb={t('resetFactors')}
          busy={reset.isPending}
          onConfirm={() => reset.mutate()}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </div>
  )
}
