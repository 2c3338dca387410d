import {describePackedPackage} from './packed-package.js';
import {describeThirdParty} from './third-party-packages.js';
import {useInstalledPackage} from './installed-package.js';

// Both look at one installation: to install costs more than all the rest. Stands on dist, which `npm test` builds first.
const installed = useInstalledPackage();

describePackedPackage(installed);
describeThirdParty(installed);
