import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useAreaPath } from '#portal/screen/area.ts'

/** §9. Milliseconds. */
const waitBeforeList = 2000

/** docs/product.md 6: after a save to the client list of the current area; the toast can be read meanwhile. */
export function useReturnToList(saved: boolean): void {
  const navigate = useNavigate()
  const list = useAreaPath()('clients')
  useEffect(() => {
    if (!saved) return
    const timer = setTimeout(() => navigate(list), waitBeforeList)
    return () => clearTimeout(timer)
  }, [saved, list, navigate])
}
