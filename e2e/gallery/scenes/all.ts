import { accountScenes } from './accounts.ts'
import { allowanceScenes } from './allowances.ts'
import { claimScenes } from './claims.ts'
import { attentionScenes } from './attention.ts'
import { customerScenes } from './customer.ts'
import { checkoutScenes } from './checkout.ts'
import { externalScenes } from './external.ts'
import { firstRunScenes } from './first-run.ts'
import { savedScenes } from './saved.ts'
import { kioskScenes } from './kiosk.ts'
import { ownScenes } from './own.ts'
import { historyScenes } from './history.ts'
import { peopleScenes } from './people.ts'
import { codeScenes } from './codes.ts'
import { reminderScenes } from './reminders.ts'
import { purchaseScenes } from './purchases.ts'
import { walletScenes } from './wallet.ts'
import type { Scene } from './scene.ts'
import { rescueScenes } from './rescue.ts'
import { drawerScenes } from './drawer.ts'
import { salesScenes } from './sales.ts'
import { sellingScenes } from './selling.ts'
import { sendScenes } from './send.ts'
import { settingsScenes } from './settings.ts'
import { receiptScenes } from './shop-receipts.ts'
import { registerScenes } from './registers.ts'
import { shopScenes } from './shop.ts'
import { shopSearchScenes } from './shop-search.ts'
import { brandScenes } from './brand.ts'

/** Every screen in the states that a person can meet. */
export const scenes: readonly Scene[] = [
  ...firstRunScenes,
  ...ownScenes,
  ...walletScenes,
  ...settingsScenes,
  ...rescueScenes,
  ...shopScenes,
  ...shopSearchScenes,
  ...brandScenes,
  ...savedScenes,
  ...checkoutScenes,
  ...purchaseScenes,
  ...externalScenes,
  ...historyScenes,
  ...peopleScenes,
  ...codeScenes,
  ...reminderScenes,
  ...attentionScenes,
  ...allowanceScenes,
  ...claimScenes,
  ...accountScenes,
  ...sendScenes,
  ...kioskScenes,
  ...salesScenes,
  ...sellingScenes,
  ...drawerScenes,
  ...customerScenes,
  ...receiptScenes,
  ...registerScenes,
]
