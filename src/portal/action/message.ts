import type { ReactNode } from 'react'
import { type Toast, useToast } from '#ui/toast.tsx'

/** What is said after an action. */
export interface Message extends Omit<Toast, 'text'> {
  title: string
  detail?: string | undefined
  /** Below it, in a banner. */
  children?: ReactNode
  /** Whom it is about, so that its screen can withdraw it. */
  about?: string
}

/** Says it in a toast. */
export function useSay(): (message: Message) => void {
  const toast = useToast()
  return ({ title, detail, children: _, about: __, ...rest }) =>
    toast({ ...rest, text: textOf({ title, detail }) })
}

export const textOf = ({ title, detail }: Pick<Message, 'title' | 'detail'>): string =>
  [title, detail].filter(Boolean).join(' ')
