/*
 * The button of the static TV view, in ES5 (2009), which the build enforces: no modules, promises or fetch.
 * On a page without the button, the TV view in a browser without modules, it redirects to the static view.
 */
// oxlint-disable no-var, prefer-template, prefer-arrow-callback, func-names, object-shorthand -- these
// browsers only know ES5
(function () {
  var button = document.getElementById('toggle');
  if (!button) {
    if (!document.getElementById('static-tv')) {
      location.replace(location.pathname.replace(/\/tv\/?$/, '/tv-static') + location.search);
    }
    return;
  }
  var clock = document.getElementById('clock');
  var message = document.getElementById('message');
  var sound = document.getElementById('sound');
  var live = document.getElementById('live');
  var fault = document.getElementById('fault');
  var stream = button.getAttribute('data-stream');
  var faults = JSON.parse(button.getAttribute('data-faults'));
  var isOn = false;

  function twoDigits(number) {
    return (number < 10 ? '0' : '') + number;
  }

  /* In the station's zone where the browser knows it; browsers before 2014 know only their own. */
  function timeNow() {
    var now = new Date();
    var zone = clock.getAttribute('data-zone');
    if (zone) {
      try {
        var options = { timeZone: zone, hour: '2-digit', minute: '2-digit', hour12: false };
        var time = now.toLocaleTimeString('en-GB', options);
        /* Some write midnight as 24:00. */
        if (/^\d\d:\d\d$/.test(time)) return time.replace(/^24/, '00');
        // oxlint-disable-next-line no-unused-vars -- ES5 requires the name
      } catch (error) {
        /* The zone is not known here. */
      }
    }
    return twoDigits(now.getHours()) + ':' + twoDigits(now.getMinutes());
  }

  function isWithin(time, from, until) {
    return from < until ? from <= time && time < until : from <= time || time < until;
  }

  function showTime() {
    var time = timeNow();
    clock.textContent = time;
    if (message) {
      message.hidden = !isWithin(
        time,
        message.getAttribute('data-from'),
        message.getAttribute('data-until'),
      );
    }
  }
  showTime();
  setInterval(showTime, 5000);

  /* While an error is shown, Play is replaced by a button to try again (specification §4). */
  function show(on, message) {
    isOn = on;
    button.textContent = button.getAttribute(
      on ? 'data-pause' : message ? 'data-retry' : 'data-play',
    );
    fault.textContent = message || '';
    if (!on) live.hidden = true;
  }

  /* Closes the stream, so that the next press is live again. */
  function stop(message) {
    show(false, message);
    sound.pause();
    sound.removeAttribute('src');
    sound.load();
  }

  function fail() {
    if (isOn) stop(faults[sound.error ? sound.error.code : 0] || faults[0]);
  }

  function play() {
    show(true);
    sound.src = stream + (stream.indexOf('?') < 0 ? '?' : '&') + 't=' + new Date().getTime();
    var begun = sound.play();
    /*
     * Browsers return a promise since 2016, and only its rejection tells that they require a press. An
     * abort by a pause is not an error.
     */
    if (begun && begun['catch']) {
      begun['catch'](function (reason) {
        if (reason.name === 'NotAllowedError') stop(button.getAttribute('data-blocked'));
        else if (reason.name !== 'AbortError') fail();
      });
    }
  }

  button.addEventListener('click', function () {
    if (isOn) stop();
    else play();
  });
  sound.addEventListener('playing', function () {
    live.hidden = !isOn;
  });
  sound.addEventListener('waiting', function () {
    live.hidden = true;
  });
  /*
   * Paused by the television or its remote control. Our own pause event may arrive late, when it plays
   * again.
   */
  sound.addEventListener('pause', function () {
    if (isOn && sound.paused) stop();
  });
  sound.addEventListener('ended', function () {
    stop();
  });
  sound.addEventListener('error', fail);
  button.hidden = false;
  button.focus();
})();
