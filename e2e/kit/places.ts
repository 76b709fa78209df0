import type { MenuNodeView, MenuPlaceView } from '@ohmstead/contract/navigation'
import { completeMenu } from '@ohmstead/domain/menu/short-menu'
import type { BrowserContext } from 'playwright'
import { read } from './people.ts'

interface Company {
  id: number
  name: string
  rootGroup: { id: number }
}

export const findCompanies = async (context: BrowserContext): Promise<Company[]> =>
  (await read<{ companies: Company[] }>(context, '/companies')).companies

/** Every place in the menu of the signed-in user, top down; a super admin's menu is per company. */
export async function findMenu(context: BrowserContext, companyId?: number): Promise<MenuNodeView[]> {
  const { structure } = await read<{ structure: MenuPlaceView[] }>(
    context,
    companyId === undefined ? '/menu' : `/menu/${companyId}`,
  )
  const flatten = (nodes: MenuNodeView[]): MenuNodeView[] =>
    nodes.flatMap((node) => [node, ...flatten(node.children)])
  return flatten(completeMenu(structure))
}

export async function findLocations(context: BrowserContext, companyId?: number): Promise<MenuNodeView[]> {
  return (await findMenu(context, companyId)).filter(({ type }) => type === 'location')
}
