// Only the player. Importing the whole SDK dynamically would also fetch the element.
export { createPlayer } from '@stationhouse/sdk';
