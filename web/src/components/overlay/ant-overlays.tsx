import { Drawer as AntDrawer, Modal as AntModal, type DrawerProps, type ModalProps } from 'antd'
import { useLayoutEffect, useState } from 'react'

/*
 * One file of the build, which is fetched with the first dialog or drawer.
 *
 * Ant lists open overlays while it draws them, and Escape closes the last one of the list. A first drawing that React abandons
 * would stay in the list, and Escape would close nothing any more. So an overlay opens after its first drawing.
 */

function useIsDrawn(): boolean {
  const [isDrawn, setIsDrawn] = useState(false)
  useLayoutEffect(() => setIsDrawn(true), [])
  return isDrawn
}

export function Drawer({ open = false, ...props }: DrawerProps) {
  const isDrawn = useIsDrawn()
  return <AntDrawer {...props} open={open && isDrawn} />
}

export function Modal({ open = false, ...props }: ModalProps) {
  const isDrawn = useIsDrawn()
  return <AntModal {...props} open={open && isDrawn} />
}
