#!/bin/sh

pay() {
  echo
}

function sum {
  echo
}
pay
