// The one thing that a card needs of the SDK, by itself: fetched as a whole it brings the element along.
export { createPlayer } from '@stationhouse/sdk';
