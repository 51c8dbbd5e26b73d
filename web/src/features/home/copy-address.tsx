import { Button } from 'antd'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useCopy } from '../../components/copy/use-copy.ts'
import { useText } from '../../lib/text/text.ts'
import { homeText } from './home.text.ts'

const checkedMilliseconds = 1500

/** The one thing to take away from this page, so its button carries the word. */
export function CopyAddress({ address }: { address: string }) {
  const t = useText(homeText)
  const copy = useCopy()
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), checkedMilliseconds)
    return () => clearTimeout(timer)
  }, [isCopied])
  const Icon = isCopied ? Check : Copy
  return (
    <Button
      type="text"
      icon={<Icon aria-hidden />}
      onClick={async () => setIsCopied(await copy(address, t('baseUrl')))}
    >
      {t('copy')}
    </Button>
  )
}
