import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import { readyToken } from '../../components/provider-key/connect-provider.ts'
import { providerKeyText } from '../../components/provider-key/provider-key.text.ts'
import { stepsKey } from '../../lib/api/first-steps.ts'
import { useText } from '../../lib/text/text.ts'
import styles from './start.module.css'
import { startText } from './start.text.ts'

export function TokenStep({ isDone, isNext }: { isDone: boolean; isNext: boolean }) {
  const t = useText(startText)
  const tKey = useText(providerKeyText)
  const queries = useQueryClient()
  const create = useMutation({
    mutationFn: () => readyToken(tKey('tokenName')),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: stepsKey })
      void queries.invalidateQueries({ queryKey: ['tokens'] })
    },
  })
  if (isDone)
    return (
      <p className={styles.line}>
        {t('tokenDone')} <Link to="/token">{t('openTokens')}</Link>
      </p>
    )
  return (
    <>
      <p>{t('tokenText')}</p>
      {isNext && (
        <Button type="primary" loading={create.isPending} onClick={() => create.mutate()}>
          {t('createToken')}
        </Button>
      )}
    </>
  )
}
