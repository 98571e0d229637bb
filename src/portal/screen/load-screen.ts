import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** Answers a screen whose program is on its way, or there already. */
export type LoadScreen = () => LazyExoticComponent<ComponentType>

/** React never asks twice for a program that failed to come; who opens the screen again, with a network again, does. */
export function screenLoader(load: () => Promise<ComponentType>): LoadScreen {
  let known: LazyExoticComponent<ComponentType> | undefined
  const request = async () => {
    try {
      return { default: await load() }
    } catch (error) {
      known = undefined
      throw error
    }
  }
  return () => {
    known ??= lazy(request)
    return known
  }
}
